package io.delayqueue.internal.audit;

import io.delayqueue.store.AuditStore.Counters;
import io.delayqueue.store.AuditStore.Page;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a walk counts by topic with what the counters say at its end.
 *
 * <p>One page is seen at one moment, so what it counts is exact. Over several pages tasks move, and a pass may miss some or
 * count them twice. But whoever moves tasks changes the counters with them, so a true difference is the same in every pass,
 * and what one pass has missed is not: a difference counts if three passes in a row agree on it, each of which came to the
 * number of members there were at its end.
 */
final class CounterCheck {

    private static final int AGREEING = 3;

    private static final int MAX_PASSES = 8;

    private final Map<String, Long> counted = new TreeMap<>();

    private long looked;

    private int pages;

    private int passes;

    private int agreed;

    private @Nullable Counters counters;

    private @Nullable Map<String, Long> before;

    private String versionBefore = "";

    /** A pass begins. */
    void begin() {
        if (passes > 0) {
            before = consistent() ? difference() : null;
            versionBefore = version();
        }
        counted.clear();
        looked = 0;
        pages = 0;
        counters = null;
        passes++;
    }

    /** The next page of the pass. */
    void page(Page page) {
        page.topics().forEach((topic, members) -> counted.merge(topic, members, Long::sum));
        looked += page.looked();
        pages++;
        counters = page.counters();
        if (counters != null) {
            boolean same =
                    consistent() && difference().equals(before) && version().equals(versionBefore);
            agreed = same ? agreed + 1 : 1;
        }
    }

    /** Whether another pass is needed. */
    boolean goesOn() {
        return !certain() && passes < MAX_PASSES;
    }

    /** What the counters lack, by topic; null if that is not certain. */
    @Nullable
    Map<String, Long> differences() {
        return certain() ? difference() : null;
    }

    private boolean certain() {
        return pages == 1 || agreed >= AGREEING || (difference().isEmpty() && sum() + malformed() == members());
    }

    private boolean consistent() {
        return looked == members();
    }

    private Map<String, Long> difference() {
        Map<String, Long> counts = counters();
        TreeSet<String> topics = new TreeSet<>(counts.keySet());
        topics.addAll(counted.keySet());
        Map<String, Long> result = new TreeMap<>();
        for (String topic : topics) {
            long lacking = counted.getOrDefault(topic, 0L) - counts.getOrDefault(topic, 0L);
            if (lacking != 0) {
                result.put(topic, lacking);
            }
        }
        return result;
    }

    /** How many entries name no topic. */
    long malformed() {
        return looked - counted.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What the counters say in all. */
    long sum() {
        return counters().values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many members there were in all when the counters said that. */
    long members() {
        return last().members();
    }

    Map<String, Long> counters() {
        return last().counters();
    }

    String version() {
        return last().version();
    }

    private Counters last() {
        if (counters == null) {
            throw new IllegalStateException("The last page of a state came without its counters");
        }
        return counters;
    }
}
