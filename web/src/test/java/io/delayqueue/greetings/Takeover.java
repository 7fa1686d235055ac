package io.delayqueue.greetings;

import io.delayqueue.greetings.Greetings.Greedy;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** Application with its own complete configuration of Spring MVC, for all paths. */
@Configuration(proxyBeanMethods = false)
public class Takeover extends WebMvcConfigurationSupport {

    /** Paths of the API, one level higher. */
    @RestController
    public static class Own {

        @GetMapping({"/queues", "/groups"})
        public String queues() {
            return "own queues";
        }

        @GetMapping("/**")
        public String everything() {
            return "everything";
        }
    }

    /** Marks the responses that it has handled. */
    static final class Seen implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            response.addHeader("X-Seen", "yes");
            return true;
        }
    }

    @Bean
    MappedInterceptor seen() {
        return new MappedInterceptor(null, new Seen());
    }

    @Bean
    static DefaultAdvisorAutoProxyCreator proxies() {
        DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
        creator.setProxyTargetClass(true);
        return creator;
    }

    @Bean
    static DefaultPointcutAdvisor callsAreLogged() {
        MethodInterceptor logging = call -> "logged " + call.proceed();
        return new DefaultPointcutAdvisor(AnnotationMatchingPointcut.forMethodAnnotation(GetMapping.class), logging);
    }

    @Bean
    static DefaultPointcutAdvisor controllersAreLogged() {
        MethodInterceptor logging = call -> call.proceed();
        return new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(RestController.class, true), logging);
    }

    @Override
    protected void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new Seen());
    }

    @Override
    protected void configurePathMatch(PathMatchConfigurer configurer) {
        configurer.addPathPrefix("/own", controller -> true);
    }

    @Override
    protected void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/**").allowedOrigins("*").allowedMethods("*");
    }

    @Override
    @SuppressWarnings("removal")
    protected void configureMessageConverters(List<HttpMessageConverter<?>> converters) {
        converters.add(new StringHttpMessageConverter());
    }

    @Override
    @SuppressWarnings("removal")
    protected void extendMessageConverters(List<HttpMessageConverter<?>> converters) {
        converters.add(0, new Greedy());
    }

    @Override
    protected void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        resolvers.add(0, (request, response, handler, failure) -> {
            response.setStatus(418);
            return new ModelAndView();
        });
    }
}
