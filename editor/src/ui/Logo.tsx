// The picture of the site, or Lectern's.
import { pageSettings, configuredPictureUrl } from '../api/pageSettings.ts';
import icon from './icon.svg';

interface Props {
  /** Of a square one; a wide one may be four times as wide. */
  readonly size: number;
}

const style = { width: 'auto', maxWidth: '100%', aspectRatio: 'auto', objectFit: 'contain' } as const;

export const Logo = ({ size }: Props) => (
  <img src={configuredPictureUrl(pageSettings.logo) ?? icon} alt="" height={size} style={style} />
);
