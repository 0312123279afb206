/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

/**
 * The invariants that every run must satisfy.
 */
public enum Invariant {

	/** No two processes certainly believed at the same instant that they lead. */
	I1("exclusive leadership"),

	/** Tokens rise from term to term, and no token has two owners. */
	I2("rising tokens"),

	/** The ledger never accepts an older token after a newer one. */
	I3("fenced writes"),

	/** Each call and task is done once, and by one process at a time. */
	I4("single execution"),

	/**
	 * Each granted event is followed by one revoked event of the same term, without
	 * delay.
	 */
	I5("ordered events"),

	/**
	 * No process leads beyond its own deadline, or after the end of its term was
	 * reported.
	 */
	I6("own deadline"),

	/** No work starts in a term whose end was reported, and running work ends soon. */
	I7("no work after the end"),

	/** A lease is released after the work of its term, and not before. */
	I8("release after work"),

	/** A vacancy ends within its bound. */
	I10("bounded vacancy"),

	/** Leadership does not move while nothing disturbs it. */
	I11("stable leadership"),

	/** No process leaves more behind than it may. */
	I12("hygiene"),

	/** A leader does the work of the leader. */
	I13("leader at work"),

	/** Each election of a process recovers after memory or threads were exhausted. */
	I14("recovery"),

	/** No tick is finished twice, except if its leader lost the term meanwhile. */
	T1("ticks finished once"),

	/** A tick that must not be repeated is begun once, others three times at most. */
	T2("ticks begun once"),

	/** A tick that falls while one instance leads is run by it. */
	T3("ticks run while led"),

	/** The latest tick is caught up after a vacancy. */
	T4("ticks caught up"),

	/** Ticks begin in ascending order. */
	T5("rising ticks"),

	/** A spread election has one leader at a time, and terms in ascending order. */
	D1("one leader if spread"),

	/** After the last fault the elections become balanced again, and stay so. */
	D2("balance regained");

	private final String title;

	Invariant(String title) {
		this.title = title;
	}

	/** Whether it is about spread elections. */
	boolean isOfSpread() {
		return this == D1 || this == D2;
	}

	/**
	 * The invariant in words.
	 * @return a few words
	 */
	public String title() {
		return this.title;
	}

}
