package io.delayqueue.autoconfigure.redis;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** URL such as {@code redis://user:password@host:6379/3}, in the parts of connection details. */
record RedisUrl(
        String host,
        int port,
        @Nullable String username,
        @Nullable String password,
        int database) {

    /**
     * Reads a URL. Messages never quote it: it may hold a password.
     *
     * @param property the property that holds it, for messages
     * @throws IllegalArgumentException if it is not a URL, or not of a Redis
     */
    static RedisUrl of(String property, String url) {
        URI uri = parse(property, url);
        if (!"redis".equals(uri.getScheme()) && !"rediss".equals(uri.getScheme())) {
            throw malformed(property);
        }
        if (uri.getHost() == null) {
            String authority = String.valueOf(uri.getAuthority());
            throw authority.indexOf('_', authority.lastIndexOf('@') + 1) < 0
                    ? malformed(property)
                    : new IllegalArgumentException(property + " has a host that a URL cannot have: its name has a '_'");
        }
        String user = uri.getUserInfo();
        int colon = user == null ? -1 : user.indexOf(':');
        return new RedisUrl(
                uri.getHost(),
                uri.getPort(),
                user == null || colon < 0 ? null : user.substring(0, colon),
                user == null ? null : user.substring(colon + 1),
                database(property, uri));
    }

    private static URI parse(String property, String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            // Without the cause, whose message quotes the URL.
            throw malformed(property);
        }
    }

    private static int database(String property, URI uri) {
        String path = StringUtils.trimLeadingCharacter(String.valueOf(uri.getPath()), '/');
        try {
            return path.isEmpty() ? 0 : Integer.parseInt(path);
        } catch (NumberFormatException e) {
            throw malformed(property);
        }
    }

    private static IllegalArgumentException malformed(String property) {
        return new IllegalArgumentException(
                property + " must be as redis://user:password@host:6379/0, or rediss:// for TLS, but is not");
    }
}
