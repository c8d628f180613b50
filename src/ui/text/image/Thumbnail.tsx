/**
 * An image with a URL from a server. Loading it reveals the time and the user's IP address to its host, so images load automatically only from
 * trusted origins (imageSources.ts); for others there is a button.
 */
import { type ReactNode, useContext, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { useTabStop } from '../../table/useTabStop';
import { SafeLink, safeAddress } from '../SafeLink';
import { ImageSourcesContext } from './imageSources';
import './Thumbnail.css';

/** Props of `Thumbnail`. */
export interface ThumbnailProps {
  address: string;
  /** Base of a relative URL. */
  base?: string;
  /** `cell`: small, in one line (default); `full`: larger, for a detail page. */
  form?: 'cell' | 'full';
}

/** Renders the image as a link to itself; only the link if it cannot be loaded. */
export function Thumbnail({ address, base, form = 'cell' }: ThumbnailProps): ReactNode {
  const text = useText();
  const tabIndex = useTabStop();
  const { loads } = useContext(ImageSourcesContext);
  // The state holds URLs and not flags, so that it does not apply to the image of another record in the same place.
  const [failed, setFailed] = useState<string | null>(null);
  const [allowed, setAllowed] = useState<string | null>(null);
  const safe = safeAddress(address, base);
  if (safe === null || safe.startsWith('mailto:') || failed === safe)
    return <SafeLink address={address} {...(base === undefined ? {} : { base })} />;
  const url = new URL(safe);
  if (!loads(url.origin) && allowed !== safe)
    return <ImageOffer address={address} url={url} form={form} onAsk={() => setAllowed(safe)} />;
  return (
    <a
      // The focused button was replaced by this link.
      ref={link => {
        if (allowed === safe && document.activeElement === document.body) link?.focus();
      }}
      className="thumbnail"
      tabIndex={tabIndex}
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={address.slice(0, 1000)}
    >
      <img
        src={safe}
        // The file name distinguishes the pictures of a table.
        alt={`${text('ui.image')} ${url.pathname.split('/').at(-1)}`.slice(0, 200)}
        height={form === 'full' ? 160 : 20}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(safe)}
      />
    </a>
  );
}

/** Placeholder for an image of another host, with buttons that load it. */
function ImageOffer({
  address,
  url,
  form,
  onAsk,
}: {
  address: string;
  url: URL;
  form: 'cell' | 'full';
  onAsk: () => void;
}): ReactNode {
  const text = useText();
  const tabIndex = useTabStop();
  const { allow } = useContext(ImageSourcesContext);
  const host = url.host.slice(0, 300);
  const one = (
    <button type="button" className="link-button image-offer" tabIndex={tabIndex} title={address.slice(0, 1000)} onClick={onAsk}>
      {text('ui.loadImage')}
    </button>
  );
  const all = (
    <button
      type="button"
      className="link-button image-offer truncate"
      tabIndex={tabIndex}
      title={address.slice(0, 1000)}
      onClick={() => {
        onAsk();
        allow?.(url.origin);
      }}
    >
      {text('ui.loadImagesFrom', { host })}
    </button>
  );
  if (form === 'cell') return allow ? all : one;
  return (
    <span className="image-offers">
      <SafeLink address={url.href}>{address}</SafeLink>
      <span>
        {one}
        {allow ? all : null}
      </span>
    </span>
  );
}
