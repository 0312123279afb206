/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

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
 * Health as Spring Boot's health endpoint tells it, but without the endpoint, which need
 * not be exposed. Well means up, or unknown.
 */
final class ContributedHealth implements NamedHealth {

	private static final Set<Status> WELL = Set.of(Status.UP, Status.UNKNOWN);

	private static final String ELECTIONS = "leader";

	private final HealthContributors contributors;

	private final @Nullable HealthEndpointGroups groups;

	private final StatusAggregator aggregator;

	/**
	 * Takes what there is.
	 * @param contributors the contributors
	 * @param groups the groups, or {@code null} if there are none
	 * @param aggregator makes one status of those of a composite outside groups
	 */
	ContributedHealth(HealthContributors contributors, @Nullable HealthEndpointGroups groups,
			StatusAggregator aggregator) {
		this.contributors = contributors;
		this.groups = groups;
		this.aggregator = aggregator;
	}

	@Override
	public SortedSet<String> names() {
		SortedSet<String> names = new TreeSet<>();
		this.contributors.stream().map(HealthContributors.Entry::name).forEach(names::add);
		if (this.groups != null) {
			names.addAll(this.groups.getNames());
		}
		names.remove(ELECTIONS);
		return names;
	}

	@Override
	public boolean exists(String name) {
		return group(name) != null || contributor(name) != null;
	}

	@Override
	public boolean includesElections(String name) {
		HealthEndpointGroup group = group(name);
		boolean present = this.contributors.getContributor(ELECTIONS) != null;
		return name.equals(ELECTIONS) || (group != null && present && group.isMember(ELECTIONS));
	}

	@Override
	public @Nullable String trouble(String name) {
		HealthEndpointGroup group = group(name);
		if (group != null) {
			Map<String, Status> statuses = new LinkedHashMap<>();
			this.contributors.forEach((entry) -> collect(entry.contributor(), entry.name(), group::isMember, statuses));
			return trouble(name, statuses, group.getStatusAggregator());
		}
		HealthContributor contributor = contributor(name);
		if (contributor == null) {
			return name + " is gone";
		}
		Map<String, Status> statuses = new LinkedHashMap<>();
		collect(contributor, name, (member) -> true, statuses);
		return trouble(name, statuses, this.aggregator);
	}

	private static @Nullable String trouble(String name, Map<String, Status> statuses, StatusAggregator aggregator) {
		if (WELL.contains(aggregator.getAggregateStatus(Set.copyOf(statuses.values())))) {
			return null;
		}
		List<String> ill = new ArrayList<>();
		statuses.forEach((path, status) -> {
			if (!WELL.contains(status)) {
				ill.add(path + " is " + status.getCode());
			}
		});
		return ill.isEmpty() ? name + " is not well" : String.join(", ", ill);
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
