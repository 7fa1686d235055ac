package io.delayqueue.autoconfigure.listener;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;

/**
 * Refuses methods that return before their work ends, unless they return what shows its end. A task would be acknowledged when its
 * method returns, so later failures would be lost.
 */
final class AsynchronousMethods {

    static final String BLOCK = "Wait for the result in the method, which returns when the work has ended";

    private static final String LOST =
            ": the task would be acknowledged when the method returns, and be lost if the work fails or the application"
                    + " crashes after that. ";

    private static final String CALL_IT = "Call the asynchronous method from a listener that waits for its result,"
            + " or leave it out and raise concurrency";

    /** Spring knows it only where Reactor is. */
    private static final String PUBLISHER = "org.reactivestreams.Publisher";

    /** Not awaited, or only where kotlinx-coroutines-reactor is. Known by name, for no module depends on them. */
    private static final List<String> BY_NAME =
            List.of("kotlinx.coroutines.flow.Flow", "kotlinx.coroutines.Job", "io.vertx.core.Future");

    private static final boolean COROUTINES = KotlinDetector.isKotlinReflectPresent()
            && ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", AsynchronousMethods.class.getClassLoader());

    /** Spring runs what has the first two in the background exactly as what has its own. */
    private static final List<String> ANNOTATIONS =
            List.of("jakarta.ejb.Asynchronous", "jakarta.enterprise.concurrent.Asynchronous", Async.class.getName());

    private AsynchronousMethods() {}

    /**
     * Refuses a method by its return type, its parameters, its annotations and the advice of its bean.
     *
     * @param method the method as the class behind proxies has it
     * @param type the class behind proxies, or a supertype if that was all that was known before the bean was made
     * @param mark which annotation is on which method or bean, for the message
     * @throws InvalidListenerException if the method can return before its work ends, and that end is not to be seen
     */
    static void refuse(Object bean, Method method, Class<?> type, String mark) {
        refuseAs(type, bean, method, mark);
        Class<?> actual = bean instanceof ScopedObject ? type : AopProxyUtils.ultimateTargetClass(bean);
        if (actual != type && type.isAssignableFrom(actual)) {
            refuseAs(actual, bean, AopUtils.getMostSpecificMethod(method, actual), mark);
        }
    }

    private static void refuseAs(Class<?> type, Object bean, Method method, String mark) {
        Class<?> returned = ResolvableType.forMethodReturnType(method, type).resolve(Object.class);
        if (KotlinDetector.isSuspendingFunction(method)) {
            if (!COROUTINES) {
                throw new InvalidListenerException(mark + ", which is a suspend function: that needs"
                        + " org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect");
            }
        } else if (isAsynchronous(returned) && !isAwaited(returned)) {
            throw new InvalidListenerException(mark + ", which returns " + returned.getName() + LOST + BLOCK
                    + ", or return a CompletableFuture, which is awaited");
        }
        if (CompletableFuture.class.isAssignableFrom(returned)) {
            // The attempt of an @Async method ends with it.
            return;
        }
        String annotation = annotation(method, type);
        if (annotation != null) {
            throw refused(mark, "asynchronous by @" + ClassUtils.getShortName(annotation));
        }
        if (isAdvised(bean, method, type)) {
            throw refused(mark, "asynchronous by its proxy");
        }
    }

    /** {@return whether the attempt can wait for a value of the type without a thread} */
    static boolean isAwaited(Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type)
                || Flow.Publisher.class.isAssignableFrom(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
                || supertypes(type).map(Class::getName).anyMatch(PUBLISHER::equals);
    }

    /** {@return whether a method returns nothing, or that when its work ends} */
    static boolean returnsVoid(Method method, Class<?> type) {
        ResolvableType returned = ResolvableType.forMethodReturnType(method, type);
        Class<?> result = isAwaited(returned.resolve(Object.class))
                ? returned.getGeneric(0).resolve(Void.class)
                : returned.resolve(Object.class);
        return KotlinDetector.isSuspendingFunction(method)
                || List.of(void.class, Void.class).contains(result);
    }

    /** {@return whether a value of the type can be there before the work is done that it stands for} */
    static boolean isAsynchronous(Class<?> type) {
        return Future.class.isAssignableFrom(type)
                || isAwaited(type)
                || supertypes(type).map(Class::getName).anyMatch(BY_NAME::contains);
    }

    /** The type itself, its superclasses and the interfaces of all of them. */
    private static Stream<Class<?>> supertypes(Class<?> type) {
        return Stream.concat(
                Stream.of(type),
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
                        .flatMap(AsynchronousMethods::supertypes));
    }

    private static @Nullable String annotation(Method method, Class<?> type) {
        MergedAnnotations onMethod = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        MergedAnnotations onType = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY);
        return ANNOTATIONS.stream()
                .filter(name -> onMethod.isPresent(name) || onType.isPresent(name))
                .findFirst()
                .orElse(null);
    }

    /** An application can make annotations of its own asynchronous, by {@code @EnableAsync} or by a bean post-processor. */
    private static boolean isAdvised(Object bean, Method method, Class<?> type) {
        return bean instanceof Advised advised
                && Stream.of(advised.getAdvisors())
                        .anyMatch(advisor -> advisor.getAdvice() instanceof AsyncExecutionInterceptor
                                && covers(advisor, method, type));
    }

    /** {@return whether an advisor of the bean of a method advises this method} */
    static boolean covers(Advisor advisor, Method method, Class<?> type) {
        return !(advisor instanceof PointcutAdvisor pointcut)
                || AopUtils.canApply(pointcut.getPointcut(), type)
                        && pointcut.getPointcut().getMethodMatcher().matches(method, type);
    }

    private static InvalidListenerException refused(String mark, String what) {
        return new InvalidListenerException(mark + ", which is " + what + LOST + CALL_IT);
    }
}
