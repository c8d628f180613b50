/** A designed nothing: what would be here, and what fills it. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../text/Icon';
import './EmptyState.css';

/** Props of `EmptyState`. */
export interface EmptyStateProps {
  icon?: IconName;
  title: string;
  help?: ReactNode;
  /** Buttons or links that fill it. */
  actions?: ReactNode;
  /** It is the whole screen: the title is the page's heading. Default false. */
  page?: boolean;
}

/** Stands in the middle of the room it is given. */
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
