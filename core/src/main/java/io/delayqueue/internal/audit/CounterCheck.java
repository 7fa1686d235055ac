package io.delayqueue.internal.audit;

import io.delayqueue.store.AuditStore.Counters;
import io.delayqueue.store.AuditStore.Page;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares the tasks by topic that a walk counts with the counters at its end.
 *
 * <p>The counts of one page are exact, because it is read at one moment. Between pages tasks move, and a pass may miss some or
 * count them twice. Tasks and counters change together, so a true difference is the same in every pass, and one caused by moves is
 * not: a difference counts if three passes in a row agree on it, and each has counted as many members as there were at its end.
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

    /** Begins a pass. */
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

    /** Adds the next page of the pass. */
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

    /** The differences of the counters by topic; null if they are not certain. */
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

    /** Number of entries without a topic. */
    long malformed() {
        return looked - counted.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Sum of the counters. */
    long sum() {
        return counters().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Number of members when the counters were read. */
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
