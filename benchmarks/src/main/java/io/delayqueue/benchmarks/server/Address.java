package io.delayqueue.benchmarks.server;

/**
 * Address of a Redis.
 *
 * @param host its name or IP address
 * @param port its port
 */
public record Address(String host, int port) {

    /**
     * Parses an address.
     *
     * @param text {@code host:port}
     * @return the address
     * @throws IllegalArgumentException if the text is not an address
     */
    public static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= 65_535) {
                return new Address(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                "An address is host:port, such as localhost:6379, but this is '" + text + "'");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
