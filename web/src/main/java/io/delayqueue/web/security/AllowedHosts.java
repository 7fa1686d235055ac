package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Decides by the {@code Host} header under which names the application may be called. A page can have its own name point at any address
 * after it was loaded, but it cannot send another name, and no name is an address.
 */
final class AllowedHosts {

    /** The host without the port. */
    private static final Pattern HOST = Pattern.compile("(\\[[^\\]]*]|[^:]*)(:\\d*)?");

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+]");

    private final List<String> names;

    /**
     * Allows {@code localhost}, addresses, and more.
     *
     * @param names the names allowed besides; {@code *} for all
     */
    AllowedHosts(List<String> names) {
        this.names = names;
    }

    /** {@return whether the request may be answered} */
    boolean allow(HttpServletRequest request) {
        String host = name(request);
        return ADDRESS.matcher(host).matches()
                || host.equalsIgnoreCase("localhost")
                || names.stream().anyMatch(name -> name.equals("*") || name.equalsIgnoreCase(host));
    }

    /** {@return the name that the request calls the application by, without its port} */
    static String name(HttpServletRequest request) {
        // As it was sent: names that proxies forward could be forged by the page too.
        @Nullable String sent = request.getHeader(HttpHeaders.HOST);
        String host = sent == null ? request.getServerName() : sent;
        var matcher = HOST.matcher(host);
        return matcher.matches() ? matcher.group(1) : host;
    }
}
