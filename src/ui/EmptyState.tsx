/** A designed nothing: what would be here, and what fills it. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import './EmptyState.css';

/** Props of `EmptyState`. */
export interface EmptyStateProps {
  icon?: IconName;
  title: string;
  help?: ReactNode;
  /** Buttons or links that fill it. */
  actions?: ReactNode;
}

/** Stands in the middle of the room it is given. */
export function EmptyState({ icon, title, help, actions }: EmptyStateProps): ReactNode {
  return (
    <div className="empty-state">
      {icon ? (
        <span className="empty-state-icon">
          <Icon name={icon} size={24} />
        </span>
      ) : null}
      <p className="empty-state-title">{title}</p>
      {help ? <div className="empty-state-help">{help}</div> : null}
      {actions ? <div className="empty-state-actions">{actions}</div> : null}
    </div>
  );
}
