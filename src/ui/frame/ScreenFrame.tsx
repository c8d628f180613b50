/**
 * The layout of every screen: breadcrumbs, actions, content, footer, and the drawer at the end. In narrow windows the drawer replaces the
 * content.
 */
import { type ReactNode, useEffect } from 'react';
import { Icon } from '../text/Icon';
import { Markdown } from '../text/markdown/Markdown';
import './ScreenFrame.css';

/** A breadcrumb. */
export interface Crumb {
  label: string;
  /** Default: not a link. The last breadcrumb is the screen itself. */
  href?: string;
}

/** Props of `ScreenFrame`. */
export interface ScreenFrameProps {
  /** Breadcrumbs, outermost first; the last one is the screen's title, which is also the title of the page. */
  crumbs: readonly Crumb[];
  /** Description from the schema: its first line, the rest on hover. */
  description?: string | null | undefined;
  /** Buttons at the end of the header. */
  actions?: ReactNode;
  /** A second line of the header, such as filter chips and arguments. */
  toolbar?: ReactNode;
  /** Below the content, such as paging and counts. */
  footer?: ReactNode;
  /** A Drawer, if one is open. */
  drawer?: ReactNode;
  /** The content scrolls as a whole and has padding (forms, pages). Default false: it fills the space and scrolls itself (tables). */
  page?: boolean;
  children: ReactNode;
}

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
  const pageTitle = pageTitleOf(crumbs);
  useEffect(() => {
    document.title = pageTitle;
  }, [pageTitle]);
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

/** The title and, for a record, its collection: `Amber Comet – Ships – Oriel`. */
function pageTitleOf(crumbs: readonly Crumb[]): string {
  const names = crumbs.slice(crumbs.length > 2 ? -2 : -1).map(({ label }) => label.slice(0, 100));
  return [...names.reverse(), 'Oriel'].join(' – ');
}
