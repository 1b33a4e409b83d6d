#!/bin/sh
# The two fonts as the page uses them: Latin letters and the signs of our words, soft headings, weights from 400 to 700. Run in
# web/ after the fontsource packages change (Debian: apt-get install fonttools python3-brotli), then commit what it made.
set -e
signs='U+20-7E,U+A0-FF,U+152,U+153,U+178,U+2BC,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+2039,U+203A'
signs="$signs,U+20AC,U+2190-2193,U+21A9,U+21BB,U+2192,U+2212,U+00D7,U+2713,U+25CF,U+2191"
make() { # from, to, axes
  fonttools varLib.instancer "node_modules/$1" $3 --quiet --output /tmp/instance.ttf
  pyftsubset /tmp/instance.ttf --unicodes="$signs" --flavor=woff2 --output-file="src/fonts/$2" \
    --layout-features='kern,liga,calt,ccmp,locl,mark,mkmk,tnum,pnum,lnum,case'
}
make @fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2 fraunces.woff2 'wght=400:700 SOFT=100 WONK=0'
make @fontsource-variable/inter/files/inter-latin-opsz-normal.woff2 inter.woff2 'wght=400:700 opsz=14'
