/** The button that opens the "Customise" dialog, for screens without a menu of their own. */
import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { IconButton } from '../../ui/inputs/Button';
import { lazyPart } from '../../ui/lazyPart';
import type { CustomiseDialogProps } from './CustomiseDialog';

/** The dialog; loaded when it is first opened. */
export const CustomiseDialog = lazyPart(() => import(/* webpackChunkName: "presentation" */ './CustomiseDialog'));

export function Customise(props: Omit<CustomiseDialogProps, 'onClose' | 'onReopen'>): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="settings" label={text('ui.customise')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Suspense fallback={null}>
        {open ? <CustomiseDialog {...props} onClose={() => setOpen(false)} onReopen={() => setOpen(true)} /> : null}
      </Suspense>
    </>
  );
}
