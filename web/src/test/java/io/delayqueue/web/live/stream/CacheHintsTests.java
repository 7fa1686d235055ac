package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import io.delayqueue.web.api.mvc.SharedAnswers;
import io.delayqueue.web.live.sample.CallBudget;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.Sampler;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.test.util.ReflectionTestUtils;

class CacheHintsTests {

    @Test
    void everyClassOfACacheShouldBeKept() {
        RuntimeHints hints = new RuntimeHints();
        new CacheHints().registerHints(hints, null);
        try (LiveThreads threads = new LiveThreads(1)) {
            List<Object> caches = Stream.of(
                            new LiveStreams(1, new CallBudget(threads::after), threads),
                            new Sampler(null, new CallBudget(threads::after), threads),
                            new SharedAnswers())
                    .flatMap(CacheHintsTests::caches)
                    .toList();
            assertThat(caches).hasSize(11).allSatisfy(cache -> {
                Object local = ReflectionTestUtils.getField(cache, "cache");
                Object nodes = ReflectionTestUtils.getField(local, "nodeFactory");
                assertThat(RuntimeHintsPredicates.reflection().onType(local.getClass()))
                        .accepts(hints);
                assertThat(RuntimeHintsPredicates.reflection().onType(nodes.getClass()))
                        .accepts(hints);
            });
        }
    }

    private static Stream<Object> caches(Object owner) {
        return Stream.of(owner.getClass().getDeclaredFields())
                .filter(field -> Cache.class.isAssignableFrom(field.getType())
                        || AsyncCache.class.isAssignableFrom(field.getType()))
                .map(field -> ReflectionTestUtils.getField(owner, field.getName()));
    }
}
