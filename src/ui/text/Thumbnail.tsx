/**
 * A picture whose address came from a server. A request for it says when it is looked at and from which network address, so it is loaded by
 * itself only from origins that are trusted (imageSources.ts); for others there is a button.
 */
import { type ReactNode, useContext, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { useTabStop } from '../table/useTabStop';
import { ImageSourcesContext } from './imageSources';
import { SafeLink, safeAddress } from './SafeLink';
import './Thumbnail.css';

/** Props of `Thumbnail`. */
export interface ThumbnailProps {
  address: string;
  /** What a relative address is read against. */
  base?: string;
  /** `cell`: small, in one line (default); `full`: as on a page of its own. */
  form?: 'cell' | 'full';
}

/** The picture, which opens itself when pressed. Where it cannot be loaded the link stays. */
export function Thumbnail({ address, base, form = 'cell' }: ThumbnailProps): ReactNode {
  const text = useText();
  const tabIndex = useTabStop();
  const { loads } = useContext(ImageSourcesContext);
  // The addresses that failed and were asked for: another record in the same place begins anew.
  const [failed, setFailed] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const safe = safeAddress(address, base);
  if (safe === null || safe.startsWith('mailto:') || failed === safe)
    return <SafeLink address={address} {...(base === undefined ? {} : { base })} />;
  const url = new URL(safe);
  if (!loads(url.origin) && asked !== safe)
    return <ImageOffer address={address} url={url} form={form} onAsk={() => setAsked(safe)} />;
  return (
    <a
      // The button that had the focus is gone.
      ref={link => {
        if (asked === safe && document.activeElement === document.body) link?.focus();
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
        alt={text('ui.image')}
        height={form === 'full' ? 160 : 20}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(safe)}
      />
    </a>
  );
}

/** What stands in for a picture of another host until it is asked for. */
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
