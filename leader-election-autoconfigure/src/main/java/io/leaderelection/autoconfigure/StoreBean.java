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
 * The application's bean that is a store, or the client or connection source of one. This
 * is the bean annotated with {@link LeaderElectionStore}, otherwise the one that an
 * unqualified injection point would get. A bean that such injection points cannot get,
 * for example a client for another purpose, is only used if annotated.
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
	 * Prepares the search without creating a bean.
	 * @param type the type of the bean
	 * @param beanFactory where to search, including its ancestors
	 */
	public StoreBean(Class<T> type, ConfigurableListableBeanFactory beanFactory) {
		this(type, beanFactory, false);
	}

	/**
	 * Prepares the search.
	 * @param type the type of the bean
	 * @param beanFactory where to search, including its ancestors
	 * @param exhaustive whether to overlook no bean: factory beans are created if their
	 * type is not known otherwise, and a bean that cannot be injected is used if there is
	 * no other
	 */
	StoreBean(Class<T> type, ConfigurableListableBeanFactory beanFactory, boolean exhaustive) {
		this.type = type;
		this.beanFactory = beanFactory;
		this.exhaustive = exhaustive;
		this.injectionPoint = new UnqualifiedInjectionPoint(type);
	}

	/**
	 * Describes the beans that were found. Creates no bean.
	 * @return the description, or {@code null} if there are none
	 */
	public @Nullable String evidence() {
		List<String> all = names();
		List<String> qualified = qualified(all);
		List<String> candidates = qualified.isEmpty() ? unqualified(all) : qualified;
		return candidates.isEmpty() ? null : "the " + beans(candidates);
	}

	/**
	 * Returns why no bean was found, including the beans that are there for other
	 * purposes. Creates no bean.
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
	 * Returns the bean.
	 * @return the bean, or {@code null} if there is none
	 * @throws LeaderElectionConfigurationException if several are annotated, or if none
	 * is and Spring prefers none of them, for example as primary
	 */
	public @Nullable T find() {
		List<String> all = names();
		List<String> qualified = qualified(all);
		List<String> candidates = qualified.isEmpty() ? unqualified(all) : qualified;
		if (candidates.isEmpty()) {
			if (!all.isEmpty()) {
				logger.info("Leader election found {}", reasonForNone(all));
			}
			return null;
		}
		if (candidates.size() == 1) {
			return this.beanFactory.getBean(candidates.get(0), this.type);
		}
		Object injected = qualified.isEmpty() ? this.beanFactory.resolveDependency(this.injectionPoint, null) : null;
		if (injected == null) {
			throw new LeaderElectionConfigurationException(
					"There are several " + this.type.getSimpleName() + " beans, and leader election cannot choose one: "
							+ String.join(", ", candidates),
					"Annotate only the one that leader election is to use with @LeaderElectionStore");
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
	 * Asks the factory that defines the bean, because others do not read its factory
	 * method.
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
