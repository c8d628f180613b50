/** The menus at the end of the status line: language and theme. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { LANGUAGE_NAMES, offeredLanguages } from '../../i18n/languageNames';
import type { AnyLanguageTag } from '../../i18n/languages';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Menu } from '../../ui/frame/menu/Menu';
import { Icon } from '../../ui/text/Icon';
import { useReadable } from '../../ui/useReadable';
import type { App } from '../createApp';

export function StatusSwitches({ app }: { app: App }): ReactNode {
  return (
    <>
      <LanguageSwitch app={app} />
      <ThemeSwitch app={app} />
    </>
  );
}

function LanguageSwitch({ app }: { app: App }): ReactNode {
  const text = useText();
  const { tag } = useLanguage();
  const announce = useAnnounce();
  const { loading } = useReadable(app.language.change);
  const choose = async (wanted: AnyLanguageTag): Promise<void> => {
    if (!(await app.chooseLanguage(wanted)))
      announce.note({ text: text('shell.languageMissing', { language: LANGUAGE_NAMES[wanted] }), tone: 'danger' });
  };
  const missed = useRef(app.language.change.get().failed);
  useEffect(() => {
    const wanted = missed.current;
    missed.current = null;
    if (wanted === null) return;
    announce.note({
      text: text('shell.languageMissing', { language: LANGUAGE_NAMES[wanted] }),
      tone: 'danger',
      // Retry without storing it: the user did not choose this language here; it is the initial one.
      action: { label: text('errors.retry'), onSelect: () => void app.language.choose(wanted) },
    });
  }, [app, announce, text]);
  return (
    <Menu
      align="end"
      items={offeredLanguages().map(offered => ({
        label: LANGUAGE_NAMES[offered],
        lang: offered,
        checked: offered === tag,
        onSelect: () => void choose(offered),
      }))}
    >
      {trigger => (
        <button type="button" className="status-part" {...trigger} aria-busy={loading !== null} title={text('shell.language')}>
          <Icon name="language" size={14} />
          <span className="visually-hidden">{text('shell.language')} </span>
          <span className="ltr">{tag}</span>
        </button>
      )}
    </Menu>
  );
}

function ThemeSwitch({ app }: { app: App }): ReactNode {
  const text = useText();
  const { theme } = useReadable(app.appearance);
  const icons = { light: 'sun', dark: 'moon', system: 'monitor' } as const;
  const names = { light: text('shell.themeLight'), dark: text('shell.themeDark'), system: text('shell.themeSystem') };
  return (
    <Menu
      align="end"
      items={(['light', 'dark', 'system'] as const).map(value => ({
        label: names[value],
        icon: icons[value],
        checked: value === theme,
        onSelect: () => app.appearance.set({ theme: value }),
      }))}
    >
      {trigger => (
        <button
          type="button"
          className="status-part"
          {...trigger}
          title={text('shell.theme')}
          aria-label={text('shell.themeNow', { theme: names[theme] })}
        >
          <Icon name={icons[theme]} size={14} />
        </button>
      )}
    </Menu>
  );
}
