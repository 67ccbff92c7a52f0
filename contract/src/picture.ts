/**
 * The start of a picture as a `data:` address, by its first bytes in Base64: the signature and header chunk of PNG
 * (ISO/IEC 15948, 5.2), the start marker of JPEG (ITU-T T.81, B.1), RIFF with the type WEBP (RFC 9649).
 */
const signature = 'png;base64,iVBORw0KGgoAAAANSUhEU[g-j]|jpeg;base64,/9j/|webp;base64,UklGR[A-Za-z0-9+/]{6}XRUJQ'

/** A PNG, JPEG or WebP picture as a `data:` address, whose type is that of its content. */
export const picturePattern = new RegExp(`^data:image/(${signature})[A-Za-z0-9+/]*=*$`)
