/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Gives access to the application's health contributors and groups by name. Returns the
 * same health as Spring Boot's health endpoint, but does not need the endpoint. Healthy
 * means up or unknown. Used only if Spring Boot's health module is present.
 */
final class HealthNames {

	private static final Set<Status> HEALTHY = Set.of(Status.UP, Status.UNKNOWN);

	private static final String ELECTIONS = "leader";

	private final HealthContributors contributors;

	private final @Nullable HealthEndpointGroups groups;

	private final StatusAggregator aggregator;

	/**
	 * Creates the names.
	 * @param contributors the contributors
	 * @param groups the groups, or {@code null} if there are none
	 * @param aggregator aggregates the status of a composite that is not part of a group
	 */
	HealthNames(HealthContributors contributors, @Nullable HealthEndpointGroups groups, StatusAggregator aggregator) {
		this.contributors = contributors;
		this.groups = groups;
		this.aggregator = aggregator;
	}

	/**
	 * Returns the names that can be used.
	 * @return the names in order, without leader election's own
	 */
	Set<String> names() {
		Set<String> names = new TreeSet<>();
		this.contributors.stream().map(HealthContributors.Entry::name).forEach(names::add);
		if (this.groups != null) {
			names.addAll(this.groups.getNames());
		}
		names.remove(ELECTIONS);
		return names;
	}

	/**
	 * Returns whether there is a contributor or group with a name.
	 * @param name the name, such as {@code db} or, inside a composite, {@code db/orders}
	 * @return {@code true} if it exists
	 */
	boolean exists(String name) {
		return group(name) != null || contributor(name) != null;
	}

	/**
	 * Returns whether a name includes the health of leader election itself.
	 * @param name the name
	 * @return {@code true} if it does
	 */
	boolean includesElections(String name) {
		HealthEndpointGroup group = group(name);
		boolean present = this.contributors.getContributor(ELECTIONS) != null;
		return name.equals(ELECTIONS) || (group != null && present && group.isMember(ELECTIONS));
	}

	/** Returns the problem of the first unhealthy name, or {@code null}. May block. */
	@Nullable String problem(List<String> names) {
		return names.stream().<@Nullable String>map(this::problem).filter(Objects::nonNull).findFirst().orElse(null);
	}

	private @Nullable String problem(String name) {
		HealthEndpointGroup group = group(name);
		StatusAggregator aggregator = (group != null) ? group.getStatusAggregator() : this.aggregator;
		Map<String, Status> statuses = new LinkedHashMap<>();
		if (group != null) {
			this.contributors.forEach((entry) -> collect(entry.contributor(), entry.name(), group::isMember, statuses));
		}
		else {
			HealthContributor contributor = contributor(name);
			if (contributor == null) {
				return name + " no longer exists";
			}
			collect(contributor, name, (member) -> true, statuses);
		}
		if (HEALTHY.contains(aggregator.getAggregateStatus(Set.copyOf(statuses.values())))) {
			return null;
		}
		statuses.values().removeIf(HEALTHY::contains);
		return statuses.isEmpty() ? name + " is not healthy"
				: statuses.entrySet()
					.stream()
					.map((unhealthy) -> unhealthy.getKey() + " is " + unhealthy.getValue().getCode())
					.collect(Collectors.joining(", "));
	}

	private static void collect(HealthContributor contributor, String path, Predicate<String> member,
			Map<String, Status> statuses) {
		if (contributor instanceof HealthContributors composite) {
			composite.forEach((entry) -> collect(entry.contributor(), path + "/" + entry.name(), member, statuses));
		}
		else if (contributor instanceof HealthIndicator indicator && member.test(path)) {
			Health health = indicator.health();
			statuses.put(path, (health != null) ? health.getStatus() : Status.UNKNOWN);
		}
	}

	private @Nullable HealthEndpointGroup group(String name) {
		return (this.groups != null) ? this.groups.get(name) : null;
	}

	private @Nullable HealthContributor contributor(String name) {
		HealthContributors parent = this.contributors;
		HealthContributor found = null;
		for (String part : name.split("/", -1)) {
			found = (parent != null) ? parent.getContributor(part) : null;
			parent = (found instanceof HealthContributors composite) ? composite : null;
		}
		return found;
	}

}
