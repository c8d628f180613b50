/** Placeholder for an empty screen or list: what would be here, and how to add it. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../text/Icon';
import './EmptyState.css';

/** Props of `EmptyState`. */
export interface EmptyStateProps {
  icon?: IconName;
  title: string;
  help?: ReactNode;
  /** Buttons or links that add content. */
  actions?: ReactNode;
  /** It fills the whole screen: the title is the page's <h1>. Default false. */
  page?: boolean;
}

/** Centered in the available space. */
export function EmptyState({ icon, title, help, actions, page = false }: EmptyStateProps): ReactNode {
  return (
    <div className="empty-state">
      {icon ? (
        <span className="empty-state-icon">
          <Icon name={icon} size={24} />
        </span>
      ) : null}
      {page ? <h1 className="empty-state-title">{title}</h1> : <p className="empty-state-title">{title}</p>}
      {help ? <div className="empty-state-help">{help}</div> : null}
      {actions ? <div className="empty-state-actions">{actions}</div> : null}
    </div>
  );
}
