/** The dots of enum values can be seen on every background that they are shown on, in both themes (WCAG 2.2, 1.4.11: at least 3:1). */
import { readFileSync } from 'node:fs';

const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const hues = [...readFileSync('src/ui/text/Pill.css', 'utf8').matchAll(/\.(hue-\d) \{ --hue: ([^;]+); \}/g)];

/** Linear red, green and blue from 0 to 1. */
type Linear = readonly [number, number, number];

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
function ofOklch(lightness: number, chroma: number, hue: number): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (part: number): number => Math.min(1, Math.max(0, part));
  return [
    within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function ofHex(hex: string): Linear {
  const parts = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return [red, green, blue];
}

const luminance = ([red, green, blue]: Linear): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: Linear, other: Linear): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of a token: in the light theme and in the dark one. */
function themesOf(token: string): readonly string[] {
  const [, light = '', dark = ''] = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? [];
  return [light, dark];
}

it('contrast is measured as by WCAG', () => {
  expect(contrast(ofHex('#ffffff'), ofHex('#000000'))).toBeCloseTo(21);
  expect(contrast(ofHex('#777777'), ofHex('#ffffff'))).toBeCloseTo(4.48, 2);
  expect(contrast(ofOklch(1, 0, 0), ofOklch(0, 0, 0))).toBeCloseTo(21, 1);
});

// Pills, and the entries of a calendar.
it.each(['chip', 'accent-soft', 'surface', 'surface-raised'])('on --%s', token => {
  expect(hues).toHaveLength(8);
  for (const [, name, value = ''] of hues) {
    const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, ...parts]) => parts.map(Number));
    const themes = themesOf(token).map((background, at) => {
      const [lightness = 0, chroma = 0, hue = 0] = colours[Math.min(at, colours.length - 1)] ?? [];
      return contrast(ofOklch(lightness, chroma, hue), ofHex(background));
    });
    expect([name, ...themes.map(ratio => (ratio >= 3 ? 'enough' : ratio))]).toEqual([name, 'enough', 'enough']);
  }
});
