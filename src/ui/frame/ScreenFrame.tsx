/**
 * How every screen is laid out: where one is, what can be done here, the content, a foot, and the drawer at the end. In narrow windows the
 * drawer takes the screen's place.
 */
import type { ReactNode } from 'react';
import { Icon } from '../text/Icon';
import { Markdown } from '../text/Markdown';
import './ScreenFrame.css';

/** A step on the way to this screen. */
export interface Crumb {
  label: string;
  /** Missing for the last one: the screen itself. */
  href?: string;
}

/** Props of `ScreenFrame`. */
export interface ScreenFrameProps {
  /** Where one is, from the outside in; the last is the screen's title. */
  crumbs: readonly Crumb[];
  /** What this is, in the schema's words: one line, the rest on hover. */
  description?: string | null | undefined;
  /** Buttons at the end of the head. */
  actions?: ReactNode;
  /** A second line of the head: chips of a filter, arguments. */
  toolbar?: ReactNode;
  /** Beneath the content: paging, counts. */
  footer?: ReactNode;
  /** A Drawer, or nothing. */
  drawer?: ReactNode;
  /** The content scrolls as a whole and has space around it (forms, pages). Default false: it fills the room and scrolls itself (tables). */
  page?: boolean;
  children: ReactNode;
}

/** A screen. */
export function ScreenFrame({
  crumbs,
  description,
  actions,
  toolbar,
  footer,
  drawer,
  page = false,
  children,
}: ScreenFrameProps): ReactNode {
  const title = crumbs.at(-1);
  return (
    <div className={drawer ? 'screen screen-with-drawer' : 'screen'}>
      <div className="screen-main">
        <header className="screen-head">
          <div className="screen-where">
            {crumbs.slice(0, -1).map(crumb => (
              <span key={crumb.label} className="screen-crumb">
                {crumb.href === undefined ? <span dir="auto">{crumb.label}</span> : <a href={crumb.href}>{crumb.label}</a>}
                <Icon name="chevronEnd" size={12} />
              </span>
            ))}
            <h1 className="screen-title truncate" dir="auto" tabIndex={-1}>
              {title?.label}
            </h1>
          </div>
          {actions ? <div className="screen-actions">{actions}</div> : null}
          {description ? (
            <p className="screen-description truncate" title={description.slice(0, 1000)} dir="auto">
              <Markdown inline>{description.split('\n', 1)[0]?.slice(0, 300) ?? ''}</Markdown>
            </p>
          ) : null}
          {toolbar ? <div className="screen-toolbar">{toolbar}</div> : null}
        </header>
        <div className={page ? 'screen-content screen-page' : 'screen-content'}>
          {page ? <div className="screen-page-inside">{children}</div> : children}
        </div>
        {footer ? <footer className="screen-foot">{footer}</footer> : null}
      </div>
      {drawer}
    </div>
  );
}
