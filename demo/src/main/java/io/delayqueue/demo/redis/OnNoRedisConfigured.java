package io.delayqueue.demo.redis;

import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless {@code spring.data.redis.*} has an address. */
class OnNoRedisConfigured implements Condition {

    private static final List<String> PLACES = List.of("host", "port", "url");

    private static final List<String> TOPOLOGIES = List.of("sentinel", "cluster");

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        return PLACES.stream().noneMatch(name -> isSet(binder, name, Bindable.of(String.class)))
                && TOPOLOGIES.stream()
                        .noneMatch(name -> isSet(binder, name, Bindable.mapOf(String.class, Object.class)));
    }

    private static boolean isSet(Binder binder, String name, Bindable<?> type) {
        return binder.bind("spring.data.redis." + name, type).isBound();
    }
}
