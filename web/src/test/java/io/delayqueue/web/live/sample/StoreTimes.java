package io.delayqueue.web.live.sample;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.test.util.ReflectionTestUtils;

/** Puts another time into a sampler than the store's clock has. */
public final class StoreTimes {

    private StoreTimes() {}

    /** As if the store had answered so just now. */
    @SuppressWarnings("unchecked")
    public static void set(Sampler sampler, String group, Instant time) {
        ((AsyncLoadingCache<String, StoreTime>) ReflectionTestUtils.getField(sampler, "time"))
                .put(group, CompletableFuture.completedFuture(new StoreTime(time, System.nanoTime())));
    }
}
