import { useState, type ChangeEvent, type ComponentProps, type MouseEvent } from 'react';
import type { CustomFieldProps } from 'lectern/editor';
import world from './world.svg';

interface Point {
  lat: number;
  lng: number;
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000;
const dot = { width: 12, height: 12, margin: -6, borderRadius: 6, background: 'var(--mantine-primary-color-filled)' };

type DegreesProps = ComponentProps<'input'> & { onDegrees: (degrees: number) => void };

function Degrees({ onDegrees, value, ...props }: DegreesProps) {
  // While someone types, the text may be no number yet, such as "-".
  const [typed, setTyped] = useState<string>();
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value);
    if (target.value !== '') onDegrees(target.valueAsNumber);
  };
  return (
    <input
      {...props}
      type="number"
      step="any"
      value={typed ?? value}
      onChange={change}
      onBlur={() => setTyped(undefined)}
    />
  );
}

export default function MapPoint({ value, setValue, readOnly, label, inputProps }: CustomFieldProps<Point>) {
  const { lat, lng } = value ?? { lat: 0, lng: 0 };
  const place = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left) / width;
    const y = (event.clientY - top) / height;
    if (!readOnly) setValue({ lat: round(90 - 180 * y), lng: round(360 * x - 180) });
  };
  return (
    <div style={{ display: 'grid', gap: 8, maxWidth: 480 }}>
      <div onClick={place} style={{ position: 'relative', display: 'flex' }}>
        <img src={world} alt="" width="100%" />
        {value && (
          <span style={{ ...dot, position: 'absolute', left: `${(lng + 180) / 3.6}%`, top: `${(90 - lat) / 1.8}%` }} />
        )}
      </div>
      {(['lat', 'lng'] as const).map((key, index) => (
        <Degrees
          key={key}
          {...(index === 0 ? inputProps : {})}
          readOnly={readOnly}
          aria-label={`${label}: ${key}`}
          placeholder={key}
          value={value?.[key] ?? ''}
          onDegrees={(degrees) => setValue({ lat, lng, [key]: degrees })}
        />
      ))}
      <button type="button" disabled={readOnly} onClick={() => setValue(null)}>
        Remove
      </button>
    </div>
  );
}
