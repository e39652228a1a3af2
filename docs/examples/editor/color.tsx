import type { CustomFieldProps } from 'lectern/editor';

export default function Color({ value, setValue, readOnly, label, inputProps }: CustomFieldProps<string>) {
  const shown = /^#[0-9a-f]{6}$/.test(value ?? '') ? (value ?? '') : '#ffffff';
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <input
        type="color"
        aria-label={`${label}: choose`}
        value={shown}
        disabled={readOnly}
        onChange={(event) => setValue(event.target.value)}
      />
      <input
        {...inputProps}
        value={value ?? ''}
        readOnly={readOnly}
        placeholder="#0b6e4f"
        onChange={(event) => setValue(event.target.value || null)}
      />
    </div>
  );
}
