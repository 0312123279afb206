/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

/**
 * What must hold in every run.
 */
public enum Invariant {

	/** No two processes are certain to have believed in leadership at one instant. */
	I1("exclusive leadership"),

	/** Tokens rise from term to term, and none has two owners. */
	I2("rising tokens"),

	/** What the ledger accepted never falls back to an older token. */
	I3("fenced writes"),

	/** Work is done once, and by one process at a time. */
	I4("single execution"),

	/** Each granted event is followed by one revoked event of the same term, in time. */
	I5("ordered events"),

	/** Nobody leads beyond the own deadline, or after being told of the end. */
	I6("own deadline"),

	/** No work begins in a term whose end was delivered, and what runs ends soon. */
	I7("no work after the end"),

	/** A lease is given back after the work of its term, and not before. */
	I8("release after work"),

	/** A vacancy ends within its bound. */
	I10("bounded vacancy"),

	/** Leadership stays where it is while nothing is wrong. */
	I11("stable leadership"),

	/** No process leaves more behind than it should. */
	I12("hygiene"),

	/** Who leads does the work of the leader. */
	I13("leader at work"),

	/** Each election of a process recovers after memory or threads were exhausted. */
	I14("recovery"),

	/** No tick is finished twice, but by a leader that lost its term meanwhile. */
	T1("ticks finished once"),

	/** A tick that must not be begun again is begun once, others three times at most. */
	T2("ticks begun once"),

	/** A tick that falls while one instance leads is run by it. */
	T3("ticks run while led"),

	/** After a vacancy the latest tick is caught up. */
	T4("ticks caught up"),

	/** Ticks begin in rising order. */
	T5("rising ticks"),

	/** No election that is spread is led by two, nor in an older term after a newer. */
	D1("one leader if spread"),

	/** After the last fault elections are spread evenly again, and stay so. */
	D2("balance regained");

	private final String title;

	Invariant(String title) {
		this.title = title;
	}

	/** Whether it is about elections that are spread. */
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
