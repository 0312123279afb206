/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.annotation.LeaderElectionStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The application's bean that is a store, or leads to one as a client does: the one
 * annotated with {@link LeaderElectionStore}, else what an unqualified injection point
 * would get. A bean that is kept from such injection points, as a client for another
 * purpose is, must be annotated to be used.
 *
 * @param <T> the type of the bean
 */
public final class StoreBean<T> {

	private static final Logger logger = LoggerFactory.getLogger(StoreBean.class);

	private final Class<T> type;

	private final ConfigurableListableBeanFactory beanFactory;

	private final boolean exhaustive;

	private final UnqualifiedInjectionPoint injectionPoint;

	/**
	 * Looks for a bean without making any before it is asked for.
	 * @param type the type of the bean
	 * @param beanFactory where to look, and in its ancestors
	 */
	public StoreBean(Class<T> type, ConfigurableListableBeanFactory beanFactory) {
		this(type, beanFactory, false);
	}

	/**
	 * Looks for a bean.
	 * @param type the type of the bean
	 * @param beanFactory where to look, and in its ancestors
	 * @param exhaustive whether none may be overlooked: factories of beans are made if
	 * that is the only way to know what they make, and a bean that cannot be injected is
	 * taken if there is nothing else
	 */
	StoreBean(Class<T> type, ConfigurableListableBeanFactory beanFactory, boolean exhaustive) {
		this.type = type;
		this.beanFactory = beanFactory;
		this.exhaustive = exhaustive;
		this.injectionPoint = new UnqualifiedInjectionPoint(type);
	}

	/**
	 * The beans that were found. Makes no bean.
	 * @return names it, or {@code null} if there is nothing
	 */
	public @Nullable String evidence() {
		List<String> all = names();
		List<String> qualified = qualified(all);
		List<String> candidates = qualified.isEmpty() ? unqualified(all) : qualified;
		return candidates.isEmpty() ? null : "the " + beans(candidates);
	}

	/**
	 * Says that nothing was found, and names what there is for other purposes. Makes no
	 * bean.
	 * @return the reason
	 */
	public String reasonForNone() {
		return reasonForNone(names());
	}

	private String reasonForNone(List<String> others) {
		return "no " + this.type.getSimpleName() + " bean" + (others.isEmpty() ? ""
				: " but the " + beans(others) + ", kept from injection and not annotated with @LeaderElectionStore");
	}

	private String beans(List<String> names) {
		return this.type.getSimpleName() + ((names.size() == 1) ? " bean " : " beans ") + String.join(", ", names);
	}

	/**
	 * The bean.
	 * @return the bean, or {@code null} if there is none
	 * @throws LeaderElectionConfigurationException if there are several and none stands
	 * out
	 */
	public @Nullable T find() {
		List<String> all = names();
		List<String> qualified = qualified(all);
		List<String> candidates = qualified.isEmpty() ? unqualified(all) : qualified;
		if (candidates.isEmpty()) {
			if (!all.isEmpty()) {
				logger.info("Leader election has {}", reasonForNone(all));
			}
			return null;
		}
		if (candidates.size() == 1) {
			return this.beanFactory.getBean(candidates.get(0), this.type);
		}
		Object injected = qualified.isEmpty() ? this.beanFactory.resolveDependency(this.injectionPoint, null) : null;
		if (injected == null) {
			throw new LeaderElectionConfigurationException(
					"There are several " + this.type.getSimpleName() + " beans and none stands out: "
							+ String.join(", ", candidates),
					"Annotate the one that leader election is to use with @LeaderElectionStore");
		}
		return this.type.cast(injected);
	}

	private List<String> qualified(List<String> names) {
		return names.stream()
			.filter((name) -> isAnnotated(name) || isAnnotated(ScopedProxyUtils.getTargetBeanName(name)))
			.toList();
	}

	private List<String> unqualified(List<String> names) {
		List<String> injectable = names.stream()
			.filter((name) -> this.beanFactory.isAutowireCandidate(name, this.injectionPoint))
			.toList();
		return (injectable.isEmpty() && this.exhaustive) ? names : injectable;
	}

	/**
	 * Asks the factory that has the bean: others do not look at the method it is from.
	 */
	private boolean isAnnotated(String name) {
		BeanFactory factory = this.beanFactory;
		while (factory instanceof HierarchicalBeanFactory child && !child.containsLocalBean(name)) {
			factory = child.getParentBeanFactory();
		}
		return factory instanceof ListableBeanFactory owner
				&& owner.findAnnotationOnBean(name, LeaderElectionStore.class, this.exhaustive) != null;
	}

	private List<String> names() {
		return Stream
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, this.type, true, this.exhaustive))
			.filter((name) -> !ScopedProxyUtils.isScopedTarget(name))
			.toList();
	}

}
