package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Checks the {@code Host} header against DNS rebinding. A page can change the address of its own name after it was loaded, but
 * it cannot send another name, and no name is an address.
 */
final class AllowedHosts {

    /** Matches the host without the port. */
    private static final Pattern HOST = Pattern.compile("(\\[[^\\]]*]|[^:]*)(:\\d*)?");

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+]");

    private final List<String> names;

    /**
     * Allows {@code localhost}, addresses and further names.
     *
     * @param names further allowed names; {@code *} for all
     */
    AllowedHosts(List<String> names) {
        this.names = names;
    }

    /** {@return whether the host of the request is allowed} */
    boolean allow(HttpServletRequest request) {
        String host = name(request);
        return ADDRESS.matcher(host).matches()
                || host.equalsIgnoreCase("localhost")
                || names.stream().anyMatch(name -> name.equals("*") || name.equalsIgnoreCase(host));
    }

    /** {@return the host name of the request, without its port} */
    static String name(HttpServletRequest request) {
        // From the header itself: forwarded names could be forged by the page.
        @Nullable String sent = request.getHeader(HttpHeaders.HOST);
        String host = sent == null ? request.getServerName() : sent;
        var matcher = HOST.matcher(host);
        return matcher.matches() ? matcher.group(1) : host;
    }
}
