/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;

/**
 * What one election keeps to, and what only makes sense for a single one.
 */
public class SingleElectionProperties extends ElectionProperties {

	/**
	 * Ids of listener containers, or names of Lifecycle beans, that are started on the
	 * leader only.
	 */
	private List<String> start = new ArrayList<>();

	public List<String> getStart() {
		return this.start;
	}

	public void setStart(List<String> start) {
		this.start = start;
	}

}
