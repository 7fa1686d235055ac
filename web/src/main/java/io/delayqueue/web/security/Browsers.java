package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Determines whether a browser sent a request, and the origin of its page. */
final class Browsers {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private static final String FETCH_SITE = "Sec-Fetch-Site";

    private Browsers() {}

    /** Whether the request may be a change. */
    static boolean isUnsafe(HttpServletRequest request) {
        return !SAFE.contains(request.getMethod());
    }

    /**
     * Whether a browser may have sent the request. Command-line clients send none of these headers, and a browser always sends
     * one of them with requests of a page.
     */
    static boolean maySend(HttpServletRequest request) {
        return request.getCookies() != null
                || Stream.of(HttpHeaders.ORIGIN, HttpHeaders.REFERER, FETCH_SITE)
                        .anyMatch(name -> request.getHeader(name) != null);
    }

    /**
     * Whether a page of another origin sent the request. The browser sends the origin of a page in {@code Sec-Fetch-Site}, if
     * the connection is encrypted or local, else in {@code Origin}.
     */
    static boolean isFromOtherSite(HttpServletRequest request) {
        String site = request.getHeader(FETCH_SITE);
        if (site != null) {
            return !Set.of("same-origin", "none").contains(site);
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        String source = origin != null ? origin : request.getHeader(HttpHeaders.REFERER);
        return source != null && isOther(source, request);
    }

    /**
     * Whether a page of another origin could read the response. It cannot read the target of a link, so links are allowed from
     * everywhere. Without the two headers that distinguish them, only requests of scripts have an origin.
     */
    static boolean isReadByOtherSite(HttpServletRequest request) {
        if (request.getHeader(FETCH_SITE) != null) {
            return isFromOtherSite(request) && !"navigate".equals(request.getHeader("Sec-Fetch-Mode"));
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null && isOther(origin, request);
    }

    private static boolean isOther(String source, HttpServletRequest request) {
        return addresses(request)
                .map(Browsers::authority)
                .noneMatch(own -> own != null && own.equals(authority(source)));
    }

    /** Whether the request loads a page, so that it can be redirected to a login page. */
    static boolean isPageLoad(HttpServletRequest request) {
        return request.getMethod().equals("GET") && accepts(request, MediaType.TEXT_HTML_VALUE);
    }

    /** Whether a script sent the request, so that the browser must not show a login dialog. */
    static boolean isScript(HttpServletRequest request) {
        return maySend(request)
                || accepts(request, MediaType.APPLICATION_JSON_VALUE)
                || accepts(request, MediaType.TEXT_EVENT_STREAM_VALUE);
    }

    private static boolean accepts(HttpServletRequest request, String type) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null && accept.contains(type);
    }

    /**
     * Origin of this application for the browser: by the request, and by the forwarding headers of a proxy if these are
     * trusted.
     */
    private static Stream<String> addresses(HttpServletRequest request) {
        String scheme = request.getScheme() + "://";
        return Stream.of(
                scheme + request.getHeader(HttpHeaders.HOST),
                scheme + request.getServerName() + ":" + request.getServerPort());
    }

    /** Host and port, without a default port; null if there is none. */
    private static @Nullable String authority(String address) {
        try {
            URI uri = new URI(address);
            if (uri.getHost() == null) {
                return null;
            }
            boolean usual = uri.getPort() == -1 || uri.getPort() == ("https".equals(uri.getScheme()) ? 443 : 80);
            return uri.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + uri.getPort());
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
