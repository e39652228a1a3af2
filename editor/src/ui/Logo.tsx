// The picture of the site, or Lectern's.
import { pageSettings, pictureUrl } from '../api/pageSettings.ts';
import icon from './icon.svg';
import classes from './Logo.module.css';

interface Props {
  /** Of a square one; a wide one may be four times as wide. */
  readonly size: number;
}

export const Logo = ({ size }: Props) => (
  <img src={pictureUrl(pageSettings.logo) ?? icon} alt="" height={size} className={classes.logo} />
);
