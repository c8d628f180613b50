/** The Settings screen: language, time zone, appearance. Changes take effect at once and are stored in this browser. */
import { type ReactNode, useMemo, useState } from 'react';
import { settings } from '../../i18n/english/settings';
import { shellMore } from '../../i18n/english/shellMore';
import { deviceTimeZone } from '../../i18n/formats';
import { useFormats, useLanguage, useText } from '../../i18n/LanguageProvider';
import { LANGUAGE_NAMES, offeredLanguages } from '../../i18n/languageNames';
import type { LanguageStore } from '../../i18n/languageStore';
import type { AnyLanguageTag } from '../../i18n/languages';
import type { Readable } from '../../lib/store';
import type { Appearance, Density, Theme } from '../../session/connections/appearance';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Field, FieldGroup } from '../../ui/inputs/Field';
import { Segments, Select } from '../../ui/inputs/Select';
import { useIsHydrated } from '../../ui/useIsHydrated';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import './SettingsScreen.css';

/** The settings that the screen reads and changes. Implemented by the App. */
export interface SettingsPort {
  language: LanguageStore;
  chooseLanguage(tag: AnyLanguageTag): Promise<boolean>;
  /** null follows the device. */
  timeZone: Readable<string | null>;
  chooseTimeZone(zone: string | null): boolean;
  appearance: Appearance;
}

export function SettingsScreen({ settings }: { settings: SettingsPort }): ReactNode {
  const text = useText();
  const { theme, density } = useReadable(settings.appearance);
  return (
    <ScreenFrame crumbs={[{ label: text('settings.title') }]} description={text('settings.about')} page>
      <section className="settings">
        <LanguageField settings={settings} />
        <TimeZoneField settings={settings} />
        <Samples />
        <FieldGroup label={text('settings.appearance')}>
          <Segments<Theme>
            label={text('settings.appearance')}
            value={theme}
            onChange={next => settings.appearance.set({ theme: next })}
            options={[
              { value: 'system', label: text('shell.themeSystem'), icon: 'monitor' },
              { value: 'light', label: text('shell.themeLight'), icon: 'sun' },
              { value: 'dark', label: text('shell.themeDark'), icon: 'moon' },
            ]}
          />
        </FieldGroup>
        <FieldGroup label={text('settings.density')}>
          <Segments<Density>
            label={text('settings.density')}
            value={density}
            onChange={next => settings.appearance.set({ density: next })}
            options={[
              { value: 'compact', label: text('settings.densityCompact') },
              { value: 'roomy', label: text('settings.densityComfortable') },
            ]}
          />
        </FieldGroup>
      </section>
    </ScreenFrame>
  );
}

function LanguageField({ settings }: { settings: SettingsPort }): ReactNode {
  const text = useText();
  const { tag } = useLanguage();
  const { loading, failed } = useReadable(settings.language.change);
  return (
    <Field
      label={text('settings.language')}
      help={text('settings.languageHelp')}
      error={failed ? text('shell.languageMissing', { language: LANGUAGE_NAMES[failed] }) : null}
    >
      {control => (
        <Select<AnyLanguageTag>
          {...control}
          value={loading ?? tag}
          options={offeredLanguages().map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={next => void settings.chooseLanguage(next)}
        />
      )}
    </Field>
  );
}

/** Option value for the device's time zone. */
const DEVICE = 'device';

function TimeZoneField({ settings }: { settings: SettingsPort }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const chosen = useReadable(settings.timeZone);
  const [refused, setRefused] = useState(false);
  // The list of zones comes from the browser, so the server render has none.
  const isHydrated = useIsHydrated();
  const zones = useMemo(() => {
    const supported = isHydrated ? (Intl.supportedValuesOf?.('timeZone') ?? []) : [];
    const all = chosen !== null && !supported.includes(chosen) ? [chosen, ...supported] : supported;
    return all.map(zone => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
      group: zone.includes('/') ? (zone.split('/')[0] ?? '') : 'UTC',
    }));
  }, [chosen, isHydrated]);
  return (
    <Field
      label={text('settings.timeZone')}
      help={text('settings.timeZoneHelp')}
      error={refused ? text('settings.timeZoneUnknown') : null}
    >
      {control => (
        <Select
          {...control}
          value={chosen ?? DEVICE}
          options={[
            {
              value: DEVICE,
              label: text('settings.timeZoneOfBrowser', { zone: isHydrated ? deviceTimeZone() : formats.timeZone }),
            },
            { value: 'UTC', label: 'UTC' },
            ...zones.filter(zone => zone.value !== 'UTC').sort((a, b) => formats.compare(a.value, b.value)),
          ]}
          onChange={next => setRefused(!settings.chooseTimeZone(next === DEVICE ? null : next))}
        />
      )}
    </Field>
  );
}

/** Examples of the formats chosen above. */
function Samples(): ReactNode {
  const text = useText();
  const formats = useFormats();
  // A fixed instant, so that the server and the browser render the same.
  const at = '2025-03-14T15:09:26Z';
  const rows: [string, string][] = [
    [text('settings.previewDate'), formats.dateTime(at, { seconds: true })],
    [text('settings.previewNumber'), formats.number('9007199254740993.25')],
    [text('settings.previewRelative'), formats.relative(at, Date.parse(at) + 3 * 86_400_000)],
    [text('settings.previewSize'), formats.bytes(20_100_000)],
  ];
  return (
    <FieldGroup label={text('settings.preview')}>
      <dl className="settings-samples">
        {rows.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </FieldGroup>
  );
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ settings, shell: shellMore }, SettingsScreen);
