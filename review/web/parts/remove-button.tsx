/** Takes one thing off a list. */
export function RemoveButton({ what, disabled, onClick }: { what: string; disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" className="quiet danger" disabled={disabled} aria-label={`Remove ${what}`} onClick={onClick}>
      ×
    </button>
  )
}
