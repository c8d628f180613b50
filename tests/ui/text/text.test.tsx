import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ProgressBar } from '../../../src/ui/frame/ProgressBar';
import { CopyButton } from '../../../src/ui/text/CopyButton';
import { LongText, ShortText } from '../../../src/ui/text/LongText';
import { Dash, Pill, Tick } from '../../../src/ui/text/Pill';
import { SafeLink, safeAddress } from '../../../src/ui/text/SafeLink';
import { renderWithLanguage } from '../../support/testLanguage';

describe('links from a server', () => {
  it.each(['https://a.example/x', 'http://a.example', 'mailto:a@b.example'])('%s may be followed', address => {
    expect(safeAddress(address)).not.toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '/relative',
    'ftp://a.example',
    '',
  ])('%j is text', address => {
    expect(safeAddress(address)).toBeNull();
    const { container } = renderWithLanguage(<SafeLink address={address} />);
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).toBe(address);
  });

  it('open in a new tab without access to the page', () => {
    renderWithLanguage(<SafeLink address="https://a.example/x" />);
    const link = screen.getByRole('link');
    expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noopener noreferrer nofollow', '_blank']);
    expect(link.textContent).toContain('a.example/x');
  });
});

describe('values', () => {
  it('yes, no and null are announced in words by screen readers', () => {
    renderWithLanguage(
      <>
        <Tick value />
        <Tick value={false} />
        <Dash />
        <Pill tone="ok">Moored</Pill>
      </>,
    );
    expect(screen.getAllByRole('img').map(image => image.getAttribute('aria-label'))).toEqual(['yes', 'no', 'none']);
    expect(screen.getByText('Moored')).toBeTruthy();
  });

  it('a text of 5 MB is rendered in part until the user wants more', () => {
    const { container } = renderWithLanguage(<LongText>{'x'.repeat(5_000_000)}</LongText>);
    expect(container.textContent?.length).toBeLessThan(3000);
    fireEvent.click(screen.getByRole('button', { name: 'more' }));
    expect(container.textContent?.length).toBeGreaterThan(40_000);
    expect(container.textContent?.length).toBeLessThan(60_000);
    fireEvent.click(screen.getByRole('button', { name: 'less' }));
    expect(container.textContent?.length).toBeLessThan(3000);
  });

  it('a text in a cell is one line, with the search matches marked', () => {
    const { container } = renderWithLanguage(<ShortText search="SHIP">{`a\nship\t${'y'.repeat(1000)}`}</ShortText>);
    expect(container.querySelector('mark')?.textContent).toBe('ship');
    expect(container.textContent).toMatch(/^a ship y+…$/);
    expect(container.textContent?.length).toBeLessThan(310);
  });

  it('progress shows its share, or that it is unknown', () => {
    renderWithLanguage(
      <>
        <ProgressBar label="Sending" share={0.43} />
        <ProgressBar label="Working" share={null} />
      </>,
    );
    const [sending, working] = screen.getAllByRole('progressbar') as [HTMLElement, HTMLElement];
    expect([sending.getAttribute('aria-valuenow'), sending.getAttribute('aria-valuetext')]).toEqual(['43', '43%']);
    expect(working.hasAttribute('aria-valuenow')).toBe(false);
  });
});

describe('copying', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  it('copies the raw value and confirms it', async () => {
    const writeText = jest.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    renderWithLanguage(<CopyButton value={() => '12.500'} />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'));
    expect(writeText.mock.calls).toEqual([['12.500']]);
  });

  it('reports that copying failed', async () => {
    const { container } = renderWithLanguage(<CopyButton value="x" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(container.querySelector('.note-words')?.textContent).toBe('Could not copy'));
  });
});
