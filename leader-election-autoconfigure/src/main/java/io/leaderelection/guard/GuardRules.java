/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.aop.Advisor;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Checks whether a proxy can guard a method, and whether it actually does.
 */
final class GuardRules {

	private static final String MOVE = "Move the method to a bean of its own";

	private static final Refusal SUSPEND = new Refusal(
			"is a suspend function of Kotlin, which returns where it suspends and goes on elsewhere, with no guard",
			"Return a reactive type, such as mono { ... } of kotlinx-coroutines-reactor, or let a function that does not "
					+ "suspend call it with runBlocking");

	private static final Refusal ONE_TIME = new Refusal(
			"is scheduled once, with an initialDelay alone: an instance that does not lead by then skips it, and it might "
					+ "never run anywhere",
			"If it is to run once for all instances, call it in LeaderElections.runOnce; if each leader is to run it, "
					+ "annotate it with @LeaderTask instead of @Scheduled");

	private GuardRules() {
	}

	/**
	 * Checks a bean as far as its class allows.
	 * @param beanName the name of the bean in messages
	 * @param type the class of the bean
	 * @param methods its methods to guard
	 * @param work the rules for the types that methods return
	 * @throws InvalidLeaderAnnotationException if one of the methods cannot be guarded
	 */
	static void check(String beanName, Class<?> type, Map<Method, OnLeader> methods, ReturnedWork work) {
		if (methods.isEmpty()) {
			return;
		}
		for (Method method : methods.keySet()) {
			if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
				throw refused(beanName, method, type, "is a @Bean method, which makes a bean on every instance",
						"Put @OnLeader on the methods of the bean instead");
			}
		}
		Method any = methods.keySet().iterator().next();
		if (AnnotatedElementUtils.hasAnnotation(type, Configuration.class)) {
			throw refused(beanName, any, type, "belongs to a @Configuration class", MOVE);
		}
		if (BeanPostProcessor.class.isAssignableFrom(type) || BeanFactoryPostProcessor.class.isAssignableFrom(type)) {
			throw refused(beanName, any, type, "belongs to a post-processor, which runs before anything is guarded",
					MOVE);
		}
		if (Lifecycle.class.isAssignableFrom(type) && AnnotatedElementUtils.hasAnnotation(type, OnLeader.class)) {
			throw refused(beanName, any, type,
					"belongs to a Lifecycle bean guarded as a whole, whose start and stop would be skipped",
					"Put @OnLeader on the methods that do the work instead of on the type");
		}
		methods.forEach((method, annotation) -> {
			checkMethod(beanName, type, method);
			checkUse(beanName, type, method, annotation, work);
		});
	}

	private static void checkUse(String beanName, Class<?> type, Method method, OnLeader annotation,
			ReturnedWork work) {
		Refusal refusal = AnnotatedMethods.isSuspendFunction(method) ? SUSPEND
				: ContainerCallbacks.refusal(method, type);
		if (refusal == null) {
			refusal = isSkippedForEver(method, type) ? ONE_TIME : null;
		}
		if (refusal == null) {
			refusal = work.refusal(ReturnedWork.type(method, type), annotation.otherwise());
		}
		if (refusal != null) {
			throw refused(beanName, method, type, refusal.why(), refusal.action());
		}
	}

	private static boolean isSkippedForEver(Method method, Class<?> type) {
		return source(method, type).equals(ScheduledMethods.PROPERTY) && ScheduledMethods.isOneTime(method);
	}

	private static void checkMethod(String beanName, Class<?> type, Method method) {
		int modifiers = method.getModifiers();
		if (Modifier.isStatic(modifiers)) {
			throw refused(beanName, method, type, "is static, so no proxy sees its calls",
					"Make it an instance method");
		}
		if (Modifier.isPrivate(modifiers)) {
			throw refused(beanName, method, type, "is private, so no proxy sees its calls",
					"Make it public or package-private");
		}
		if (Modifier.isFinal(modifiers) && !Proxy.isProxyClass(type)) {
			throw refused(beanName, method, type, "is final, so a proxy cannot override it",
					"Remove final (in Kotlin: add open)");
		}
		boolean packagePrivate = !Modifier.isPublic(modifiers) && !Modifier.isProtected(modifiers);
		if (packagePrivate && !samePackage(method.getDeclaringClass(), ClassUtils.getUserClass(type))) {
			throw refused(beanName, method, type, "is package-private in " + method.getDeclaringClass().getName()
					+ ", which a proxy in another package cannot override", "Make it public or protected");
		}
	}

	private static boolean samePackage(Class<?> one, Class<?> other) {
		return one.getPackageName().equals(other.getPackageName())
				&& Objects.equals(one.getClassLoader(), other.getClassLoader());
	}

	/**
	 * Checks a bean that has been created.
	 * @param beanName the name of the bean in messages
	 * @param type the class of the target
	 * @param methods its methods to guard
	 * @param bean the bean, possibly a proxy
	 * @param advice recognizes the guard among the advisors
	 * @throws InvalidLeaderAnnotationException if a method is not guarded
	 */
	static void checkProxy(String beanName, Class<?> type, Map<Method, OnLeader> methods, Object bean,
			Predicate<Object> advice) {
		Method any = methods.keySet().iterator().next();
		if (!isAdvised(bean, advice)) {
			throw refused(beanName, any, type,
					"is not guarded: the bean was created before post-processors were ready, added to the context "
							+ "as a finished object, or kept from being proxied",
					"If a BeanPostProcessor depends on the bean, break that dependency (for instance with an "
							+ "ObjectProvider or a static @Bean method); define the bean so that Spring "
							+ "creates it; or move the method to a bean of its own");
		}
		if (Proxy.isProxyClass(bean.getClass())) {
			methods.keySet().forEach((method) -> checkInterface(beanName, type, method, bean));
		}
	}

	private static boolean isAdvised(Object bean, Predicate<Object> advice) {
		if (!(bean instanceof Advised advised)) {
			return false;
		}
		for (Advisor advisor : advised.getAdvisors()) {
			if (advice.test(advisor)) {
				return true;
			}
		}
		TargetSource source = advised.getTargetSource();
		try {
			Object target = (source.isStatic()) ? source.getTarget() : null;
			return target != null && isAdvised(target, advice);
		}
		catch (Exception ex) {
			throw new IllegalStateException("The target of the proxy cannot be determined", ex);
		}
	}

	private static void checkInterface(String beanName, Class<?> type, Method method, Object bean) {
		for (Class<?> candidate : bean.getClass().getInterfaces()) {
			if (ClassUtils.hasMethod(candidate, method.getName(), method.getParameterTypes())
					|| implementsGeneric(candidate, method, type)) {
				return;
			}
		}
		throw refused(beanName, method, type,
				"belongs to a bean behind a JDK proxy but to none of its interfaces, so calls cannot reach the guard",
				"Add the method to an interface, or set spring.aop.proxy-target-class=true");
	}

	private static boolean implementsGeneric(Class<?> candidate, Method method, Class<?> type) {
		for (Method declared : candidate.getMethods()) {
			if (declared.getName().equals(method.getName())
					&& AopUtils.getMostSpecificMethod(declared, type).equals(method)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Checks that a proxy can extend a class.
	 * @param beanName the name of the bean in messages
	 * @param type the class of the bean
	 * @param methods its methods to guard
	 * @throws InvalidLeaderAnnotationException if the class is final
	 */
	static void checkExtensible(String beanName, Class<?> type, Map<Method, OnLeader> methods) {
		if (Modifier.isFinal(type.getModifiers()) && !Proxy.isProxyClass(type)) {
			throw refused(beanName, methods.keySet().iterator().next(), type,
					"belongs to a final class, so no proxy can extend it",
					"Remove final from the class (in Kotlin: add open; a record or enum cannot be guarded)");
		}
	}

	/** Returns the name of the annotation or property that guards a method. */
	static String source(Method method, Class<?> type) {
		return OnLeaderMethods.isAnnotated(method, type) ? "@OnLeader" : ScheduledMethods.PROPERTY;
	}

	static InvalidLeaderAnnotationException refused(String beanName, Method method, Class<?> type, String why,
			String action) {
		String source = source(method, type);
		return new InvalidLeaderAnnotationException(
				source + " cannot guard " + AnnotatedMethods.describe(method, type) + " of bean '" + beanName + "': it "
						+ why,
				source.equals(ScheduledMethods.PROPERTY) ? action + ". " + ScheduledMethods.EXEMPT : action);
	}

}
