package io.delayqueue.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.engine.DelayQueueEngine;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** Queues of the application by the names in requests. */
public final class WebQueues {

    /** Name of the query parameter that names a queue. */
    public static final String PARAMETER = "queue";

    private final Supplier<? extends Collection<DelayQueueEngine>> engines;

    WebQueues(Supplier<? extends Collection<DelayQueueEngine>> engines) {
        this.engines = engines;
    }

    /** {@return all queues by their names} */
    public List<DelayQueueEngine> all() {
        return engines.get().stream()
                .sorted(Comparator.comparing(DelayQueueEngine::name))
                .toList();
    }

    /**
     * Returns the name of the queue in the query of a request.
     *
     * @param request the request
     * @return the name, null if the query has none
     */
    public static @Nullable String nameIn(HttpServletRequest request) {
        return inQuery(request, PARAMETER).stream().findFirst().orElse(null);
    }

    /**
     * Returns a parameter in the query of a request. The body is not read: of a form, {@code getParameter} would read it, and
     * fail if it has been discarded.
     *
     * @param request the request
     * @param name the name of the parameter
     * @return its values
     */
    public static List<String> inQuery(HttpServletRequest request, String name) {
        MultiValueMap<String, String> query = UriComponentsBuilder.newInstance()
                .query(request.getQueryString())
                .build()
                .getQueryParams();
        return query.getOrDefault(name, List.of()).stream()
                .map(WebQueues::decoded)
                .toList();
    }

    private static String decoded(@Nullable String encoded) {
        if (encoded == null) {
            return "";
        }
        try {
            return URLDecoder.decode(encoded, UTF_8);
        } catch (IllegalArgumentException e) {
            // Nothing has such a name.
            return encoded;
        }
    }

    /**
     * Finds a queue.
     *
     * @param name its name; null for the default queue, or the only one
     * @return the queue, or empty if there is none with that name
     */
    public Optional<DelayQueueEngine> find(@Nullable String name) {
        List<DelayQueueEngine> all = all();
        String wanted = name == null ? DelayQueueEngine.DEFAULT_NAME : name;
        Optional<DelayQueueEngine> named =
                all.stream().filter(engine -> engine.name().equals(wanted)).findFirst();
        return named.isPresent() || name != null || all.size() != 1 ? named : Optional.of(all.get(0));
    }
}
