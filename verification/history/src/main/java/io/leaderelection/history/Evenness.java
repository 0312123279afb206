/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many spread elections each instance leads (D1): the elections of each group are led
 * evenly, such as the partitions of an election, and of all of them an instance leads at
 * most one more than another as far as the groups permit. Not thread-safe.
 */
public final class Evenness {

	private final Map<String, Integer> led = new LinkedHashMap<>();

	private final Map<String, Map<String, Integer>> groups = new TreeMap<>();

	/**
	 * Creates the count of instances that lead nothing.
	 * @param instances the names of all instances
	 */
	public Evenness(Collection<String> instances) {
		instances.forEach((instance) -> this.led.put(instance, 0));
	}

	/**
	 * Counts an election.
	 * @param instance its leader
	 * @param group the group in which it is spread
	 * @param number 1, or -1 if the instance leads it no longer
	 */
	public void add(String instance, String group, int number) {
		this.led.merge(instance, number, Integer::sum);
		this.groups.computeIfAbsent(group, (absent) -> new LinkedHashMap<>()).merge(instance, number, Integer::sum);
	}

	/**
	 * Returns how many elections are led.
	 * @return the number
	 */
	public int all() {
		return this.led.values().stream().mapToInt(Integer::intValue).sum();
	}

	/**
	 * Returns whether no instance could hand over an election to another to make the
	 * distribution more even.
	 * @return whether it is even
	 */
	public boolean isEven() {
		for (String group : this.groups.keySet()) {
			for (String leader : this.led.keySet()) {
				if (this.led.keySet().stream().anyMatch((other) -> isUneven(group, leader, other))) {
					return false;
				}
			}
		}
		return true;
	}

	/**
	 * Returns whether an instance leads so much more of a group than another that it
	 * should hand over one of its elections.
	 * @param group the group
	 * @param leader the instance
	 * @param other the other instance
	 * @return whether it leads two more of the group, or one more of the group and two
	 * more of all
	 */
	public boolean isUneven(String group, String leader, String other) {
		Map<String, Integer> ofGroup = this.groups.getOrDefault(group, Map.of());
		int difference = ofGroup.getOrDefault(leader, 0) - ofGroup.getOrDefault(other, 0);
		return difference >= 2 || (difference == 1 && led(leader) >= led(other) + 2);
	}

	/**
	 * Returns how many elections of a group are led by instances that lead more of it
	 * than an even share.
	 * @param group the group
	 * @return the number of elections above the shares
	 */
	public int above(String group) {
		Collection<Integer> ofGroup = this.groups.getOrDefault(group, Map.of()).values();
		int all = ofGroup.stream().mapToInt(Integer::intValue).sum();
		int share = (all + this.led.size() - 1) / this.led.size();
		return ofGroup.stream().mapToInt((led) -> Math.max(0, led - share)).sum();
	}

	/**
	 * Returns how many elections an instance leads.
	 * @param instance the instance
	 * @return the number
	 */
	public int led(String instance) {
		return this.led.getOrDefault(instance, 0);
	}

	@Override
	public String toString() {
		return this.groups + ", all " + this.led;
	}

}
