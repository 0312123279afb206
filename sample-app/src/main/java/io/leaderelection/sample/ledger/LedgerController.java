/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.util.stream.Collectors;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the whole ledger, for checks.
 */
@RestController
class LedgerController {

	private final Ledger ledger;

	LedgerController(Ledger ledger) {
		this.ledger = ledger;
	}

	@GetMapping(path = "/api/ledger", produces = "text/tab-separated-values;charset=UTF-8")
	String ledger() {
		return this.ledger.entries().stream().map((entry) -> entry.toLine() + "\n").collect(Collectors.joining());
	}

	/** Returns the ticks that the job ran for more than once. */
	@GetMapping(path = "/api/ledger/repeats", produces = "text/tab-separated-values;charset=UTF-8")
	String repeats() {
		return this.ledger.repeats().stream().map((repeat) -> repeat.toLine() + "\n").collect(Collectors.joining());
	}

}
