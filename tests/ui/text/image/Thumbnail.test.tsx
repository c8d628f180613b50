import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ImageSourcesContext } from '../../../../src/ui/text/image/imageSources';
import { Thumbnail } from '../../../../src/ui/text/image/Thumbnail';
import { renderWithLanguage } from '../../../support/testLanguage';

const OWN = 'https://a.example';

function renderPicture(picture: ReactElement, allow: ((origin: string) => void) | null = null) {
  return renderWithLanguage(
    <ImageSourcesContext value={{ loads: origin => origin === OWN, allow }}>{picture}</ImageSourcesContext>,
  );
}

describe('an image', () => {
  it('of a trusted origin is loaded automatically, and shown as its address if loading fails', () => {
    const { container } = renderPicture(<Thumbnail address={`${OWN}/x.png`} />);
    const image = container.querySelector('img') as HTMLImageElement;
    // A distinct name, because a table may contain many images.
    expect(image.alt).toBe(`Image ${new URL(image.src).pathname.split('/').at(-1)}`);
    expect(image.getAttribute('referrerpolicy')).toBe('no-referrer');
    fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('link').textContent).toContain('a.example/x.png');
  });

  it.each([
    'https://b.example/x.png',
    '//b.example/x.png',
    'http://a.example/x.png',
    'https://a.example:8443/x.png',
    'https://a.example@b.example/x.png',
    '\\\\b.example/x.png',
  ])('%j of another origin is not loaded until the user requests it', address => {
    const { container } = renderPicture(<Thumbnail address={address} base={`${OWN}/graphql`} />);
    expect(container.querySelector('img')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Load image' }));
    expect(container.querySelector('img')?.getAttribute('src')).toBe(new URL(address, OWN).href);
    expect(document.activeElement?.className).toBe('thumbnail');
  });

  it('of another host can be allowed together with all images of the host if that can be stored', () => {
    const allow = jest.fn();
    const { container } = renderPicture(<Thumbnail address="https://b.example/x.png" />, allow);
    fireEvent.click(screen.getByRole('button', { name: 'Load images from b.example' }));
    expect(allow).toHaveBeenCalledWith('https://b.example');
    expect(container.querySelector('img')).not.toBeNull();
  });

  it('on its own page shows its address and both buttons', () => {
    renderPicture(<Thumbnail address="https://b.example/x.png" form="full" />, () => {});
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://b.example/x.png');
    expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['Load image', 'Load images from b.example']);
  });

  it('that was loaded once does not allow the next one in its place', () => {
    const { container, rerender } = renderPicture(<Thumbnail address="https://b.example/x.png" />);
    fireEvent.click(screen.getByRole('button'));
    rerender(<Thumbnail address="https://b.example/y.png" />);
    expect(container.querySelector('img')).toBeNull();
  });

  it('without known sources is not loaded automatically', () => {
    const { container } = renderWithLanguage(<Thumbnail address={`${OWN}/x.png`} />);
    expect(container.querySelector('img')).toBeNull();
  });
});
