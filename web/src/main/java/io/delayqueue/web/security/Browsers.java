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

/** Finds out of a request whether a browser sent it, and for a page of which site. */
final class Browsers {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private static final String FETCH_SITE = "Sec-Fetch-Site";

    private Browsers() {}

    /** Whether the request may change something. */
    static boolean isUnsafe(HttpServletRequest request) {
        return !SAFE.contains(request.getMethod());
    }

    /**
     * Whether a browser may have sent it. What is typed into a terminal has none of these, and a browser cannot leave them all out when a
     * page makes it send something.
     */
    static boolean maySend(HttpServletRequest request) {
        return request.getCookies() != null
                || Stream.of(HttpHeaders.ORIGIN, HttpHeaders.REFERER, FETCH_SITE)
                        .anyMatch(name -> request.getHeader(name) != null);
    }

    /**
     * Whether a page of another origin sent it, by the browser's headers. The origin of a page is in {@code Sec-Fetch-Site}, if the
     * connection is encrypted or local, else in {@code Origin}.
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
     * Whether a page of another origin would see the answer. It does not see what a link leads to, so those may come from anywhere; and
     * without the two headers that tell them apart, only what scripts ask for names its origin.
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

    /** Whether a page is loaded, so that a login page can be shown instead. */
    static boolean isPageLoad(HttpServletRequest request) {
        return request.getMethod().equals("GET") && accepts(request, MediaType.TEXT_HTML_VALUE);
    }

    /** Whether a page asks by script, so that nothing must pop up. */
    static boolean isScript(HttpServletRequest request) {
        return maySend(request)
                || accepts(request, MediaType.APPLICATION_JSON_VALUE)
                || accepts(request, MediaType.TEXT_EVENT_STREAM_VALUE);
    }

    private static boolean accepts(HttpServletRequest request, String type) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null && accept.contains(type);
    }

    /** This application, as the browser calls it: as the request says, and as a proxy in front says if it is listened to. */
    private static Stream<String> addresses(HttpServletRequest request) {
        String scheme = request.getScheme() + "://";
        return Stream.of(
                scheme + request.getHeader(HttpHeaders.HOST),
                scheme + request.getServerName() + ":" + request.getServerPort());
    }

    /** Host and port, the port left out where it goes without saying; null if it has none. */
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
