// The page of the media library, for those who may list files.
import { NotFound } from '../ui/NotFound.tsx';
import { MediaScreen } from './MediaScreen.tsx';
import { useMediaRights } from './useLibrary.ts';

export const MediaPage = () => (useMediaRights().mayFind ? <MediaScreen /> : <NotFound />);
