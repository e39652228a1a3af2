// A QR code, drawn here: its text is a secret, which no other server may see.
import { encode } from 'uqr';

interface Props {
  readonly text: string;
  readonly label: string;
}

const pixels = 200;

/** Black on white in both color schemes, with the white edge that cameras need. */
export const QrCode = ({ text, label }: Props) => {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} width={pixels} height={pixels} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
