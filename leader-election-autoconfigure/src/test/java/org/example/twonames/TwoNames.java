/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package org.example.twonames;

import io.leaderelection.annotation.OnLeader;

/**
 * Names two elections in one annotation. It has a package of its own, because Spring
 * reads the annotations of all classes in the package of an application.
 */
public class TwoNames {

	@OnLeader(value = "billing", election = "shipping")
	public void run() {
	}

}
