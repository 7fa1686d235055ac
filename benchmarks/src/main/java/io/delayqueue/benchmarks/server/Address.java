package io.delayqueue.benchmarks.server;

/**
 * Where a Redis is.
 *
 * @param host its name or number
 * @param port its port
 */
public record Address(String host, int port) {

    /**
     * Reads an address.
     *
     * @param text {@code host:port}
     * @return the address
     * @throws IllegalArgumentException if the text is none
     */
    public static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= 65_535) {
                return new Address(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IllegalArgumentException(
                "An address is host:port, such as localhost:6379, but this is '" + text + "'");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
