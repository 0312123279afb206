/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

/**
 * The measurements of one contender in one scenario.
 */
final class Results {

	private final Contender contender;

	private final Scenario scenario;

	private final List<Round> rounds = new ArrayList<>();

	private final List<Facts> facts = new ArrayList<>();

	private @Nullable String failure;

	private int wonAgain;

	private int succeededAfterwards;

	Results(Contender contender, Scenario scenario) {
		this.contender = contender;
		this.scenario = scenario;
	}

	void add(Round round) {
		this.rounds.add(round);
	}

	void add(Facts facts) {
		this.facts.add(facts);
	}

	/** Records that a former leader won again. */
	void wonAgain() {
		this.wonAgain++;
	}

	/** Records that no candidate led while the former leader was stopped. */
	void succeededAfterwards() {
		this.succeededAfterwards++;
	}

	/**
	 * Records that the scenario could not be finished.
	 * @param ex the reason
	 */
	void failed(Exception ex) {
		this.failure = ex.toString();
	}

	@Nullable String failure() {
		return this.failure;
	}

	Contender contender() {
		return this.contender;
	}

	Scenario scenario() {
		return this.scenario;
	}

	List<Round> rounds() {
		return this.rounds;
	}

	List<Facts> facts() {
		return this.facts;
	}

	/**
	 * Returns remarks about the results.
	 * @return the remarks, empty if there are none
	 */
	String remarks() {
		List<String> remarks = new ArrayList<>();
		if (this.wonAgain > 0) {
			remarks.add("the former leader won again " + this.wonAgain + " times");
		}
		if (this.succeededAfterwards > 0) {
			remarks.add("no candidate led while it was stopped in " + this.succeededAfterwards + " rounds");
		}
		return String.join("; ", remarks);
	}

	/**
	 * Returns the distribution of a figure.
	 * @param figure the figure of a round
	 * @return its known values, sorted
	 */
	double[] sorted(ToDoubleFunction<Round> figure) {
		return this.rounds.stream().mapToDouble(figure).filter((value) -> !Double.isNaN(value)).sorted().toArray();
	}

	/**
	 * Returns a quantile by nearest rank.
	 * @param sorted the values
	 * @param share between 0 and 1
	 * @return the value, NaN if there is none
	 */
	static double quantile(double[] sorted, double share) {
		return (sorted.length > 0) ? sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)] : Double.NaN;
	}

}
