package io.delayqueue.web.live.stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Registers for native images the classes of Caffeine that it loads by name. */
final class CacheHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        for (String name : new String[] {"SSW", "PSW", "SSA", "PSA", "SSAR", "PSAR", "SSMSW", "PSWMW"}) {
            hints.reflection()
                    .registerType(
                            TypeReference.of("com.github.benmanes.caffeine.cache." + name),
                            MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                            MemberCategory.ACCESS_DECLARED_FIELDS);
        }
    }
}
